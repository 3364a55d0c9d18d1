import { TextAreaField } from '~/kit/fields/text_fields'
import type { FieldBinding } from '~/kit/form/form_fields'

type Props = { isRequired: boolean; field: FieldBinding<string> }

/** What who approves says; asked for where the list warns of the account or its bank knows another holder. */
export function ApprovalComment({ isRequired, field }: Props) {
  return (
    <TextAreaField
      label={isRequired ? 'Por qué lo aprueba' : 'Comentario'}
      isRequired={isRequired}
      rows={2}
      lengthMax={500}
      {...field}
    />
  )
}
