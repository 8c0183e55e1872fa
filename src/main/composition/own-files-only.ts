// The first import of main, before any other module runs: what this program writes is for this
// person's account alone, its threads' files and Chromium's as well.
process.umask(0o077)
