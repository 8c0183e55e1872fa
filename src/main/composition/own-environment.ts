// Imported first, before anything reads the environment: names that would add an authority to TLS,
// switch its checks off, write down its keys or load code into what this program starts are taken
// out. Taking NODE_OPTIONS out is too late for this process itself: whoever starts Paydesk leaves
// it out (scripts/setup/launch-env.mjs).
for (const name of [
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'SSLKEYLOGFILE',
  'LD_PRELOAD',
])
  delete process.env[name]
