import { TextInput } from '@mantine/core'
import type { EventType } from '../../../../contract/events.ts'
import { limits } from '../../../../contract/limits.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Check } from '../../../ui/fields/Check.tsx'
import type { useFields } from '../../../ui/fields/form.ts'
import classes from '../Webhooks.module.css'
import { words } from '../words.ts'

export interface Values extends Record<string, unknown> {
  url: string
  events: readonly string[]
}

const groups = ['account', 'member', 'tenant', 'device'] as const

/**
 * Returns the validation function of the webhook form. The function returns an error message for each invalid
 * field.
 */
export function useWebhookCheck() {
  const t = useTexts(words)
  return ({ url, events }: Values) => ({
    url: URL.canParse(url.trim()) && url.length <= limits.webhooks.url ? undefined : t('urlWrong'),
    events: events.length ? undefined : t('eventsNone'),
  })
}

interface Props {
  fields: ReturnType<typeof useFields<Values>>
  /** Event types to which the webhook can subscribe. */
  offered: readonly EventType[]
}

/** Form fields for the URL and the event types. The event types are grouped by subject. */
export function WebhookFields({ fields, offered }: Props) {
  const t = useTexts(words)
  const { form } = fields
  const chosen = form.values.events
  const set = (types: readonly string[], on: boolean) =>
    form.setFieldValue(
      'events',
      offered.filter((type) => (types.includes(type) ? on : chosen.includes(type))),
    )
  const error = form.errors.events
  return (
    <>
      <TextInput
        {...fields.field('url', t('urlRule'))}
        label={t('url')}
        type="url"
        inputMode="url"
        autoComplete="off"
        withAsterisk
        data-autofocus
      />
      <fieldset className={classes.events} aria-describedby={error ? 'events-error' : undefined}>
        <legend className={classes.label}>{t('events')}</legend>
        {error && (
          <p id="events-error" className={classes.error} role="alert">
            {error}
          </p>
        )}
        {groups.map((group) => {
          const types = offered.filter((type) => type.startsWith(`${group}.`))
          const on = types.filter((type) => chosen.includes(type)).length
          return types.length === 0 ? null : (
            <div key={group} className={classes.group}>
              {/* biome-ignore lint/a11y/noLabelWithoutControl: Check renders the labeled input */}
              <label className={classes.all}>
                <Check
                  checked={on === types.length}
                  mixed={on > 0 && on < types.length}
                  onChange={(checked) => set(types, checked)}
                />
                {t(`group.${group}`)}
              </label>
              {types.map((type) => (
                // biome-ignore lint/a11y/noLabelWithoutControl: Check renders the labeled input
                <label key={type} className={classes.one}>
                  <Check checked={chosen.includes(type)} onChange={(checked) => set([type], checked)} />
                  <span>
                    {t(`event.${type}`)} <span className={`mono ${classes.about}`}>{type}</span>
                  </span>
                </label>
              ))}
            </div>
          )
        })}
      </fieldset>
    </>
  )
}
