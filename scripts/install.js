// node scripts/install.js test: installs the packages for a kind of command, here the tests. See
// lib/prepare.js.
import { install } from './lib/prepare.js'
import { main } from './lib/run.js'

void main(() => install(process.argv[2]))
