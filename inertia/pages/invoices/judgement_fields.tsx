import { DayField } from '~/kit/fields/day_field'
import { TextAreaField } from '~/kit/fields/text_fields'
import type { FieldBinding } from '~/kit/form/form_fields'

export type Judgement = { outcome: string; reason: string; snoozedUntil: string }

/** Shorter than this nobody learns anything from it. */
const reasonMin = 10

/** Whether it may be sent: a reason that says something, and the day until which it is put off. */
export const isJudged = ({ outcome, reason, snoozedUntil: until }: Judgement) =>
  reason.trim().length >= reasonMin && (outcome !== 'snoozed' || until !== '')

/** As the server reads it: a day only of what is put off. */
export const judgementOf = ({ outcome, reason, snoozedUntil: until }: Judgement) => ({
  outcome,
  reason,
  snoozedUntil: outcome === 'snoozed' && until !== '' ? until : null,
})

type Props = { outcome: string; until: FieldBinding<string>; reason: FieldBinding<string> }

/** Until when an alarm is put off, and why it is judged so. */
export function JudgementFields({ outcome, until, reason }: Props) {
  return (
    <>
      {outcome === 'snoozed' ? (
        <DayField label="Posponer hasta" isRequired help="Como máximo, treinta días." {...until} />
      ) : null}
      <TextAreaField
        label="Justificación"
        help="Al menos diez caracteres: la leerá quien apruebe y quien audite."
        isRequired
        lengthMax={500}
        {...reason}
      />
    </>
  )
}
