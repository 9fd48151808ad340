// A parent process loads this module into a child (--import), so that the child exits however the parent
// ends.
import { Socket } from 'node:net'

// File descriptor 3 is a pipe that the parent keeps open and never writes to.
const pipe = new Socket({ fd: 3 })
pipe.on('error', () => {})
pipe.on('close', () => process.kill(process.pid, 'SIGTERM'))
pipe.resume()
pipe.unref()
