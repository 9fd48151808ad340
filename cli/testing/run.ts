import { reeve } from '../main.ts'

/**
 * Runs `reeve ARGS` in this process with only the settings in `env`. Returns the exit code and the output.
 */
export const run = (env: Record<string, string>, ...args: string[]) => runWithInput('', env, ...args)

/** Like run(), with `input` as standard input. */
export async function runWithInput(input: string, env: Record<string, string>, ...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await reeve(args, {
    env: { PATH: process.env.PATH, ...env },
    print: (text) => void out.push(text),
    note: (text) => void err.push(text),
    input: async () => input,
    watched: false,
  })
  return { code, out: out.join(''), err: err.join('') }
}

/** Like run() with --json. Returns the parsed output. */
export async function runJson(env: Record<string, string>, ...args: string[]) {
  const { code, out } = await run(env, ...args, '--json')
  return { code, ...JSON.parse(out) }
}
