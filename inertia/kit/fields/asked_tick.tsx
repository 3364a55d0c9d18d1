import { useState } from 'react'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { sentName } from '~/kit/form/sent_names'

type Ticks<Name extends string> = {
  values: { [key in Name]: boolean }
  errors: Record<string, string>
  set(values: { [key in Name]?: boolean }): void
}
type Props<Name extends string> = { form: Ticks<Name>; name: Name; label: string }

/**
 * A tick that only a refusal asks for («Confirmo que no es un pago duplicado»): it comes with it, and stays when it is given,
 * although the form forgives a field that changes.
 */
export function AskedTick<Name extends string>({ form, name, label }: Props<Name>) {
  const error = form.errors[sentName(name)]
  const [asked, setAsked] = useState(error)
  if (error !== undefined && error !== asked) setAsked(error)
  if (asked === undefined) return null
  const isTicked = form.values[name]
  return (
    <CheckboxField
      name={sentName(name)}
      label={label}
      value={isTicked}
      error={isTicked ? undefined : asked}
      onChange={(value) => form.set({ [name]: value } as { [key in Name]?: boolean })}
    />
  )
}

/** Whether a tick that was asked for is still missing: nothing is sent without it. */
export const lacksTick = <Name extends string>(form: Ticks<Name>, ...names: Name[]): boolean =>
  names.some((name) => form.errors[sentName(name)] !== undefined && !form.values[name])
