import { FormDialog } from '~/kit/dialog/form_dialog'
import { TextAreaField } from '~/kit/fields/text_fields'
import { FileDrop } from '~/kit/form/file_drop'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { NoteHead } from './expense_page'

const ACCEPT = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic']
const FORMATS = 'PDF, JPG, PNG, HEIC o WEBP'

type Props = { note: NoteHead; what: 'ask' | 'answer'; onClose: () => void }

/** Asks the claimant for what is missing, or writes down what they said. */
export function AnswerDialog({ note, what, onClose }: Props) {
  const isQuestion = what === 'ask'
  const form = useFormSubmission({
    initial: { text: '', files: [] as File[] },
    url: urlFor(isQuestion ? 'payexpenses.ask' : 'payexpenses.answer', { id: note.id }),
    transform: ({ text, files }) => (isQuestion ? { reason: text } : { text, files }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={isQuestion ? 'Pedir información' : 'Añadir respuesta'}
      form={form}
      submitLabel={isQuestion ? 'Pedir información' : 'Añadir'}
    >
      {isQuestion ? (
        <div>
          {note.claimant.email
            ? `Se escribirá a ${note.claimant.email}, que podrá responder y añadir justificantes.`
            : 'La nota no tiene correo: dígaselo por otro medio.'}
        </div>
      ) : null}
      <TextAreaField
        label={isQuestion ? 'Qué falta' : 'Respuesta'}
        isRequired={isQuestion}
        rows={3}
        lengthMax={1000}
        {...form.field('text')}
        name={isQuestion ? 'reason' : 'text'}
        error={form.errors.reason ?? form.errors.text}
      />
      {isQuestion ? null : (
        <FileDrop
          label="Justificantes"
          help={`${FORMATS}, hasta 10 MB.`}
          accept={ACCEPT}
          formatsText={FORMATS}
          sizeMaxBytes={10 * 1024 * 1024}
          countMax={10}
          progress={form.progress}
          errors={form.errors}
          {...form.field('files')}
        />
      )}
    </FormDialog>
  )
}
