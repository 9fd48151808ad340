// A parent process loads this module into a child (--import), so that the child exits with its parent, even
// if the parent is killed.
import { Socket } from 'node:net'

// File descriptor 3 is a pipe that the parent never writes to. It closes when the parent exits, and this
// process then exits too.
const pipe = new Socket({ fd: 3 })
pipe.on('error', () => {})
pipe.on('close', () => process.kill(process.pid, 'SIGTERM'))
pipe.resume()
pipe.unref()
