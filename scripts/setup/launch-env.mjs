// What a start of Paydesk takes over from whoever started it: never what loads code into it, adds
// an authority or writes down its keys, and no core dumps, which would hold what it works with.

/**
 * Names that change what code runs or whom TLS trusts, in Node, in OpenSSL and in the loader of
 * programs.
 */
export const strippedNames = [
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_REPL_EXTERNAL_MODULE',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'SSLKEYLOGFILE',
  'OPENSSL_CONF',
  'LD_PRELOAD',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
]

/** A copy without them. */
export const launchEnvironment = (env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !strippedNames.includes(name)))

/**
 * The same command with core dumps off, for good; unchanged on Windows, which has no such limit.
 */
export const withoutCoreDumps = ({ command, args }) =>
  process.platform === 'win32'
    ? { command, args }
    : { command: 'sh', args: ['-c', 'ulimit -c 0; exec "$0" "$@"', command, ...args] }
