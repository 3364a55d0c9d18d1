import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { MultiSelectField, SelectField } from '~/kit/fields/choice_fields'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import type { NoteHead, NotePage } from './expense_page'
import styles from './expenses.module.css'

type Preview = { subject: string; body: string }

/** A mail about the note, begun from one of the house's texts, with its receipts. */
export function NewEmailDialog({ page, onClose }: { page: NotePage; onClose: () => void }) {
  const { note, receipts, options } = page
  const { preview, hasFailed, look, forget } = usePreview(note.id)
  const form = useNewEmail(note, onClose)
  function choose(templateId: string | null) {
    const template = options.templates.find(({ id }) => String(id) === templateId)
    form.set({ templateId })
    if (template) {
      form.field('subject').onChange(template.subject)
      form.field('body').onChange(template.body)
    }
    forget()
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nuevo correo"
      form={form}
      submitLabel="Enviar el correo"
      size="lg"
    >
      <TextField label="Para" type="email" isRequired lengthMax={254} {...form.field('to')} />
      <TextField label="Copia" type="email" lengthMax={254} {...form.field('cc')} />
      <SelectField
        label="Plantilla"
        options={options.templates.map(({ id, kindLabel, name }) => ({
          value: String(id),
          label: `${kindLabel}: ${name}`,
        }))}
        {...form.field('templateId')}
        onChange={choose}
      />
      <TextField label="Asunto" isRequired lengthMax={150} {...form.field('subject')} />
      <TextAreaField
        label="Mensaje"
        isRequired
        rows={6}
        lengthMax={5000}
        help="Puede usar {nombre} {numero} {empresa} {importe} {motivo} {enlace_estado}."
        {...form.field('body')}
      />
      {receipts.length > 0 ? (
        <MultiSelectField
          label="Adjuntos de la nota"
          options={receipts.map(({ id, name, position }) => ({
            value: String(id),
            label: position === null ? name : `Gasto ${position}: ${name}`,
          }))}
          {...form.field('receiptIds')}
        />
      ) : null}
      <div>
        <Button
          variant="default"
          onClick={() => look(form.values)}
          disabled={form.values.subject.trim() === '' || form.values.body.trim() === ''}
        >
          Vista previa
        </Button>
      </div>
      <PreviewPart preview={preview} hasFailed={hasFailed} />
    </FormDialog>
  )
}

/** To whoever claims it, to begin with. */
function useNewEmail(note: NoteHead, onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      to: note.claimant.email ?? '',
      cc: '',
      templateId: null as string | null,
      subject: '',
      body: '',
      receiptIds: [] as string[],
    },
    url: urlFor('payexpenses.emails.store', { id: note.id }),
    onSuccess,
  })
}

/** The mail as it would be read, which the server makes. */
function usePreview(noteId: number) {
  const [preview, setPreview] = useState<Preview | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  function look({ to, subject, body }: Preview & { to: string }) {
    setHasFailed(false)
    callServer('POST', urlFor('payexpenses.emails.preview', { id: noteId }), { to, subject, body })
      .then((answer) => answer.json() as Promise<{ data: Preview }>)
      .then(
        ({ data }) => setPreview(data),
        () => setHasFailed(true)
      )
  }
  return { preview, hasFailed, look, forget: () => setPreview(null) }
}

function PreviewPart({ preview, hasFailed }: { preview: Preview | null; hasFailed: boolean }) {
  return (
    <>
      {hasFailed ? <p role="alert">Complete el destinatario, el asunto y el mensaje.</p> : null}
      {preview ? (
        <section className={styles.message} aria-label="Vista previa">
          <strong>{preview.subject}</strong>
          <p className={styles.body}>{preview.body}</p>
        </section>
      ) : null}
    </>
  )
}
