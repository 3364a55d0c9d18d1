import { Button } from '@mantine/core'
import { TextAreaField } from '~/kit/fields/text_fields'
import bare from '~/kit/form/bare.module.css'
import { FileDrop } from '~/kit/form/file_drop'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { shrinkPicture } from '../note_lines/shrink_picture'
import styles from './public_notes.module.css'

const ACCEPT = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic']
const FORMATS = 'PDF, JPG, PNG, HEIC o WEBP'

/** What was asked, and the answer to it with further receipts. */
export function AnswerForm({ token, question }: { token: string; question: string }) {
  const form = useFormSubmission({
    initial: { text: '', files: [] as File[] },
    url: urlFor('public.payexpenses.status.answer', { token }),
    afterwards: 'clear',
  })
  return (
    <section className={styles.part}>
      <h2>Necesitamos información</h2>
      <form
        noValidate
        className={bare.stack}
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <p className={styles.request}>{question}</p>
        <TextAreaField label="Su respuesta" lengthMax={2000} {...form.field('text')} />
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
          onChange={(files) =>
            void Promise.all(files.map(shrinkPicture)).then((small) => form.set({ files: small }))
          }
        />
        <Button type="submit" fullWidth loading={form.processing}>
          Enviar la respuesta
        </Button>
      </form>
    </section>
  )
}
