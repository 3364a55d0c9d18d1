import { CheckboxField } from '~/kit/fields/choice_fields'
import { TextAreaField } from '~/kit/fields/text_fields'
import type { FieldBinding } from '~/kit/form/form_fields'

type Props = {
  side: 'emisor' | 'receptor'
  /** It has one already: taking it away needs a reason. */
  isReassigned: boolean
  isPrinted: boolean
  reason: FieldBinding<string>
  remember: FieldBinding<boolean>
}

/** Why a party is changed, and whether the next documents that print the same one follow. */
export function ReassignFields({ side, isReassigned, isPrinted, reason, remember }: Props) {
  return (
    <>
      {isReassigned ? <TextAreaField label="Motivo" isRequired rows={2} lengthMax={500} {...reason} /> : null}
      {isPrinted ? (
        <CheckboxField label={`Recordar para próximas facturas con este ${side}`} {...remember} />
      ) : null}
    </>
  )
}
