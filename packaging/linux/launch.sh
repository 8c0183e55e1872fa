#!/bin/sh
# What starts Paydesk on Linux, beside the program itself. Whoever starts it hands over an
# environment; names that load code into a program, add an authority to TLS or write down its keys
# are taken out here, before the program's first line could (src/main/packaged/stripped-names.ts
# has the same names). No core dump is written: it would hold keys. Nothing is added or left out
# of the words that follow.
unset -f ulimit readlink
unset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED
unset NODE_REPL_EXTERNAL_MODULE NODE_COMPILE_CACHE NODE_USE_SYSTEM_CA NODE_USE_ENV_PROXY
unset SSL_CERT_FILE SSL_CERT_DIR SSLKEYLOGFILE
unset OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES
unset LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH GCONV_PATH
unset DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH
unset GTK_MODULES GTK3_MODULES GTK_PATH GTK_EXE_PREFIX GTK_IM_MODULE_FILE
unset GIO_EXTRA_MODULES GIO_MODULE_DIR GDK_PIXBUF_MODULE_FILE GDK_PIXBUF_MODULEDIR
unset LIBGL_DRIVERS_PATH GBM_BACKENDS_PATH LIBVA_DRIVERS_PATH VDPAU_DRIVER_PATH
unset VK_ICD_FILENAMES VK_DRIVER_FILES VK_ADD_DRIVER_FILES VK_LAYER_PATH VK_ADD_LAYER_PATH
unset __EGL_VENDOR_LIBRARY_FILENAMES __EGL_VENDOR_LIBRARY_DIRS
unset ELECTRON_RUN_AS_NODE ELECTRON_ENABLE_LOGGING ELECTRON_LOG_FILE
unset CHROME_DEVEL_SANDBOX CHROME_LOG_FILE
ulimit -c 0
here=$(PATH=/usr/bin:/bin readlink -f -- "$0")
exec "${here%/*}/paydesk.bin" "$@"
