// A program of its own, started beside Paydesk: tries the lock that Paydesk holds and says by its
// exit code whether that kept it out. A lock can't be tried from the process that holds it: the
// system lets a process pass its own locks (fcntl(2)).
import { isLockedOut } from './open.ts'
import { probeCodes } from './lock-file.ts'

const lockFile = process.argv[2]
if (lockFile === undefined) process.exit(probeCodes.failed)
process.exit(isLockedOut(lockFile) ? probeCodes.lockedOut : probeCodes.letIn)
