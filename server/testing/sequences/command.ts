import fc from 'fast-check'
import { expect } from 'vitest'
import { required } from '../../../contract/required.ts'
import type { Person, Tokens } from '../app.ts'
import { type Model, type Step, type StepContext, steps } from './steps.ts'

/** The servers on which the steps are executed. */
export interface Real {
  /** Sends a request as `who` to the first server or, if `first` is false, to the second. */
  // biome-ignore lint/suspicious/noExplicitAny: what a step reads of it
  call(first: boolean, who: Tokens, query: string, variables: object): Promise<any>
  signIn(who: Person): Promise<Tokens>
  count(may: boolean): void
}

/**
 * Random numbers that determine the choices of a step. Different numbers may select the same person or
 * organization.
 */
interface Draw {
  on: boolean
  byAdmin: boolean
  who: number
  whom: number
  at: number
  device: number
}

const view = `query q($id: ID!) { getTenant(id: $id) { status owner { id }
  statistics { operatorCount managerCount deviceCount } viewerCan { enter manageManagers leave } } }`

/** Executes one step and compares its result on both servers with the model. */
export class Command implements fc.AsyncCommand<Model, Real> {
  readonly step: Step
  readonly draw: Draw
  readonly admin: Tokens
  constructor(step: Step, draw: Draw, admin: Tokens) {
    this.step = step
    this.draw = draw
    this.admin = admin
  }

  situation({ organizations, people }: Model): StepContext {
    const { who, whom, at, byAdmin, device } = this.draw
    const actor = required(people[who % people.length], 'item of people')
    return {
      ...{ actor: byAdmin ? { ...this.admin, id: 'admin' } : actor, byAdmin },
      ...{
        target: required(people[whom % people.length], 'item of people'),
        org: organizations[at % (organizations.length || 1)],
      },
      deviceId: `${required(people[0], 'item of people').id}-${device}`,
    }
  }

  check(model: Readonly<Model>): boolean {
    const situation = this.situation(model as Model)
    return this.step.when?.(situation, model as Model) ?? true
  }

  async run(model: Model, { call, signIn, count }: Real): Promise<void> {
    const situation = this.situation(model)
    const { actor, byAdmin, org } = situation
    const disabled = model.disabled.has(actor.id)
    if (!byAdmin && !disabled && model.signedOut.delete(actor.id))
      Object.assign(actor, await signIn(actor as Person))
    const may = !disabled && this.step.may(situation, model)
    const { body } = await call(this.draw.on, actor, this.step.document, this.step.variables(situation))
    const code = body.errors?.[0].extensions.code ?? 'done'
    if (may) expect(code, `${this}`).toBe('done')
    else
      expect(code, `${this}`).toMatch(
        disabled ? /^UNAUTHENTICATED$/ : /^(FORBIDDEN|NOT_FOUND|CONFLICT|BAD_INPUT)$/,
      )
    count(may)
    if (may) this.step.after(situation, model, Object.values(body.data)[0])
    if (org && model.organizations.includes(org)) await this.compare(model, situation, call)
  }

  /**
   * Reads the organization from the server that did not execute the step, both as the administrator and as
   * the actor, and compares it with the model.
   */
  async compare(model: Model, { actor, org }: StepContext, call: Real['call']): Promise<void> {
    const { id, status, owner, managers, members } = required(org, 'org')
    const seen = (await call(!this.draw.on, this.admin, view, { id })).body.data.getTenant
    const devices = [...model.devices.values()].filter(({ tenantId }) => tenantId === id)
    expect(seen, `${this}`).toMatchObject({
      ...{ status, owner: { id: owner } },
      statistics: { operatorCount: members.size, managerCount: managers.size, deviceCount: devices.length },
    })
    if (actor.id === 'admin' || model.disabled.has(actor.id)) return
    const own = (await call(!this.draw.on, actor, view, { id })).body.data.getTenant
    if (!members.has(actor.id)) return expect(own, `${this}`).toBeNull()
    expect(own.viewerCan, `${this}`).toMatchObject({
      ...(status === 'FINISH' && { enter: true, manageManagers: owner === actor.id }),
      ...(status === 'FINISH' && { leave: owner !== actor.id }),
    })
  }

  toString(): string {
    const { on, who, whom, at, byAdmin, device } = this.draw
    return `${this.step.name} (${byAdmin ? 'admin' : who}, of ${whom}, at ${at}, device ${device}, server ${on ? 1 : 2})`
  }
}

const draws = fc.record<Draw>({
  ...{ on: fc.boolean(), byAdmin: fc.boolean(), who: fc.nat(3), whom: fc.nat(3) },
  ...{ at: fc.nat(2), device: fc.nat(2) },
})

/**
 * Generates sequences of 100 steps. About a third of the steps can be executed, and the others are skipped.
 */
export const commandsOf = (admin: Tokens): fc.Arbitrary<Command[]> =>
  fc.array(
    fc.oneof(
      ...steps.map((step) => ({
        weight: step.rare ? 1 : 4,
        arbitrary: draws.map((draw) => new Command(step, draw, admin)),
      })),
    ),
    { minLength: 100, maxLength: 100 },
  )
