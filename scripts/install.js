// node scripts/install.js KIND: installs the packages for a kind of command, for example `test`.
// lib/prepare.js lists the kinds.
import { install } from './lib/prepare.js'
import { main } from './lib/run.js'

void main(() => install(process.argv[2]))
