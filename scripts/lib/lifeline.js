// A parent process loads this module into a child (--import), so that the child ends when the parent has
// ended in any way.
import { Socket } from 'node:net'

// File descriptor 3 is a pipe that the parent holds and never writes to.
const pipe = new Socket({ fd: 3 })
pipe.on('error', () => {})
pipe.on('close', () => process.kill(process.pid, 'SIGTERM'))
pipe.resume()
pipe.unref()
