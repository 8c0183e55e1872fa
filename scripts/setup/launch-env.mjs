// What a start of Paydesk takes over from whoever started it: never what loads code into it, adds
// an authority or writes down its keys, and no core dumps, which would hold what it works with.

/**
 * Names that change what code runs or whom TLS trusts, in Node, in OpenSSL, in the loader of
 * programs and in what draws the window; as in src/main/packaged/stripped-names.ts.
 */
export const strippedNames = [
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_REPL_EXTERNAL_MODULE',
  'NODE_COMPILE_CACHE',
  'NODE_USE_SYSTEM_CA',
  'NODE_USE_ENV_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'SSLKEYLOGFILE',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
  'OPENSSL_ENGINES',
  'LD_PRELOAD',
  'LD_AUDIT',
  'LD_LIBRARY_PATH',
  'GCONV_PATH',
  'DYLD_INSERT_LIBRARIES',
  'DYLD_LIBRARY_PATH',
  'DYLD_FRAMEWORK_PATH',
  'GTK_MODULES',
  'GTK3_MODULES',
  'GTK_PATH',
  'GTK_EXE_PREFIX',
  'GTK_IM_MODULE_FILE',
  'GIO_EXTRA_MODULES',
  'GIO_MODULE_DIR',
  'GDK_PIXBUF_MODULE_FILE',
  'GDK_PIXBUF_MODULEDIR',
  'LIBGL_DRIVERS_PATH',
  'GBM_BACKENDS_PATH',
  'LIBVA_DRIVERS_PATH',
  'VDPAU_DRIVER_PATH',
  'VK_ICD_FILENAMES',
  'VK_DRIVER_FILES',
  'VK_ADD_DRIVER_FILES',
  'VK_LAYER_PATH',
  'VK_ADD_LAYER_PATH',
  '__EGL_VENDOR_LIBRARY_FILENAMES',
  '__EGL_VENDOR_LIBRARY_DIRS',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_ENABLE_LOGGING',
  'ELECTRON_LOG_FILE',
  'CHROME_DEVEL_SANDBOX',
  'CHROME_LOG_FILE',
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
