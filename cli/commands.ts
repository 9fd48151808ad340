import type { Run } from './command.ts'

/**
 * Describes one subcommand of `reeve`. The help is generated from these descriptions alone, so it does not
 * load the server code.
 */
export interface Command {
  /** The arguments in the usage line, after the name of the command. */
  usage?: string
  /** Number of positional arguments. 0 by default. */
  positionals?: number
  /** Summary in the list of commands that `reeve --help` prints. */
  summary: string
  /** Text that `reeve NAME --help` prints below the usage line. */
  help: string
  options?: Record<string, Option>
  load(): Promise<Run>
}

export interface Option {
  type: 'boolean' | 'string'
  /** Placeholder for the option's value, such as `URL`, which the help shows. */
  usage?: string
  summary: string
}

export const commands: Record<string, Command> = {
  start: {
    summary: 'run the server until it receives a signal',
    help: `
Serves the console and its API at HOST and PORT. The first start creates the database and the first administrator.
Prints the address when it is ready, and logs JSON lines unless a terminal is attached. SIGTERM, SIGINT and SIGHUP stop
the server after the requests in progress.`,
    load: async () => (await import('./start.ts')).start,
  },
  check: {
    summary: 'check settings, database, clock, disk, SMS, mail and storage',
    help: `
Checks the settings, the database (reachable, of this version, writable), the clock, the free disk space of an embedded
database, and whether the SMS and mail services answer. Sends nothing and changes nothing, except that it writes, reads and
deletes one test object in document storage if REEVE_DOCUMENTS_URL is set.
Exit code 1 if something does not work, 2 if the settings are wrong.`,
    load: async () => (await import('./check.ts')).check,
  },
  migrate: {
    summary: 'migrate the database to this version, as starting the server does',
    help: `
Runs the pending migrations, each in its own transaction. If the command is interrupted, the next run continues.
Starting the server does the same; a separate step shows how long the migrations take. Migrations cannot be reverted:
make a backup first.`,
    load: async () => (await import('./migrate.ts')).migrate,
  },
  backup: {
    usage: 'FILE',
    positionals: 1,
    summary: 'write the whole database to one file, even while the server runs',
    help: `
Writes the database to a new FILE that only you can read. FILE contains everything, including signing keys, so treat it
as a secret. It contains every change that was acknowledged before the command began. FILE appears only when the backup
is complete.
Embedded database: a compressed tar of the database folder with checksums. A running server keeps working, except for a
short pause at the end while the command reads what has changed.
PostgreSQL: a dump in the custom format of pg_dump. pg_dump must be installed on this machine and must not be older than
the server.`,
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    usage: 'FILE',
    positionals: 1,
    summary: 'restore a backup into an empty folder or database',
    help: `
Restores FILE, which reeve backup has created, into the configured database: an embedded database into REEVE_DATA_DIR, a
PostgreSQL database into REEVE_DATABASE_URL with pg_restore. Stop all servers that use the database first.
The command refuses to overwrite an existing database. With --replace, it replaces an embedded database as soon as the
whole backup is unpacked and its checksums match; in a PostgreSQL database, it first drops everything that its role
owns.
To move a backup of an embedded database to PostgreSQL, restore it into a folder and use reeve move.`,
    options: { replace: { type: 'boolean', summary: 'replace the existing database' } },
    load: async () => (await import('./restore.ts')).restore,
  },
  move: {
    usage: '--to URL',
    summary: 'copy an embedded database to PostgreSQL',
    help: `
Copies the embedded database in REEVE_DATA_DIR to an empty PostgreSQL database, version 15 or newer: accounts, sessions,
keys, queued messages, and the audit log with its privileges. Stop the server of the embedded database first. At the
end, the command compares the rows and checksums of every table on both sides. If it is interrupted, run it again to
continue; no server can start on the PostgreSQL database until the move is complete. The embedded database is not
changed. Afterwards, start the server with REEVE_DATABASE_URL.
All users of a machine can see command-line arguments: omit the password from URL and set PGPASSWORD.`,
    options: {
      to: {
        type: 'string',
        usage: 'URL',
        summary: 'postgres://USER@HOST/DATABASE; USER must own the database',
      },
    },
    load: async () => (await import('./move.ts')).move,
  },
  admin: {
    usage: 'ACTION PHONE_OR_USER_NAME',
    positionals: 2,
    summary:
      'create or recover an administrator; end the sessions of an account or remove its second factors',
    help: `
ACTION is one of
  appoint         make an account an administrator, and enable it if it is disabled
  create          create an account that is an administrator
  reset           set a new password for an administrator and end their sessions
  end-sessions    sign any account out everywhere
  remove-factors  remove the second factors of any account, notify it and end its sessions
create and reset print a random password once, unless --password-stdin provides one. It must be changed at the next
sign-in. The audit log records each action, with the system as the actor.`,
    options: {
      'password-stdin': {
        type: 'boolean',
        summary: 'read the password of create or reset from standard input and print none',
      },
    },
    load: async () => (await import('./admin.ts')).admin,
  },
  'rotate-keys': {
    summary: 'create a new signing key for tokens',
    help: `
Creates a new signing key. Running servers use it within a minute. The old key stays published until the last token that
it signed has expired, so users are not affected. The secrets of authenticator apps are also encrypted with a new key.
Run this command once a year.`,
    options: {
      leaked: {
        type: 'boolean',
        summary:
          'use this if a backup has leaked: the old keys become invalid and all sessions end at once. Everybody must sign in again. Second factors stay valid, although the backup contains their secrets',
      },
    },
    load: async () => (await import('./rotate-keys.ts')).rotateKeys,
  },
  audit: {
    usage: 'verify',
    positionals: 1,
    summary: 'verify the tamper-evident audit log',
    help: `
verify  compares every event and every seal of the audit log with what was sealed, and lists events and seals that were
        changed, removed, inserted or reordered. Servers can keep running. Exit code 1 if something differs.
Anybody who controls the database and its keys can replace all seals. Only copies of the seals that are stored elsewhere
(REEVE_AUDIT_SEAL_URL) reveal this. Pass these copies with --seals.`,
    options: {
      seals: {
        type: 'string',
        usage: 'FILE',
        summary: 'seals that were stored elsewhere, one per line; text before a seal is ignored',
      },
      days: {
        type: 'string',
        usage: 'DAYS',
        summary: 'shortest retention of events in days, if it was ever shorter than REEVE_AUDIT_DAYS',
      },
    },
    load: async () => (await import('./audit.ts')).audit,
  },
}
