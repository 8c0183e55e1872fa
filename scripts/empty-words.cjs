// Words that name nothing: banned in the names of files, folders and of what a file declares. Needing
// one means that the room is wrong. Read by eslint.config.js and .dependency-cruiser.cjs.
module.exports = [
  ...['util', 'utils', 'helper', 'helpers', 'common', 'misc'],
  ...['manager', 'service', 'handler', 'data', 'info'],
]
