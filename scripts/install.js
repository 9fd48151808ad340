// Installs the packages of a kind of command (see lib/prepare.js): node scripts/install.js test
import { install } from './lib/prepare.js'
import { main } from './lib/run.js'

void main(() => install(process.argv[2]))
