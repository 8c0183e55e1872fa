// Imported first, before anything reads the environment: names that would add an authority to TLS,
// switch its checks off, write down its keys or load code into what this program starts are taken
// out. For what was loaded into this process itself that is too late: whoever starts Paydesk leaves
// them out (packaging/linux/launch.sh, scripts/setup/launch-env.mjs).
import { strippedNames } from '../packaged/stripped-names.ts'

for (const name of strippedNames) delete process.env[name]
