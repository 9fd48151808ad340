// Loaded into a process by its parent (--import): asks it to end once the parent is gone, however that ended.
import { Socket } from 'node:net'

// File descriptor 3 is a pipe that the parent holds and never writes to.
const pipe = new Socket({ fd: 3 })
pipe.on('error', () => {})
pipe.on('close', () => process.kill(process.pid, 'SIGTERM'))
pipe.resume()
pipe.unref()
