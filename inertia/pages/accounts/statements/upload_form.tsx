import { FileDrop } from '~/kit/form/file_drop'
import { FormPage } from '~/kit/form/form_page'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { AccountHead } from '../accounts/account_props'

/** The first step: the file. Nothing is imported yet. */
export function UploadForm({ account }: { account: AccountHead }) {
  const form = useFormSubmission({
    initial: { files: [] as File[] },
    url: urlFor('accounts.statements.preview', { id: account.id }),
    leaving: 'allow',
    transform: ({ files }) => ({ file: files[0] ?? null }),
  })
  const files = form.field('files')
  return (
    <FormPage
      title="Importar extracto"
      subtitle={[account.name, account.iban].filter(Boolean).join(' · ')}
      form={form}
      submitLabel="Ver antes de importar"
      isDisabled={form.values.files.length === 0}
      cancelHref={urlFor('accounts.edit', { id: account.id })}
    >
      <FileDrop
        {...files}
        error={files.error ?? form.errors.file}
        label="Fichero del banco"
        help="Norma 43, CAMT.053, CSV o Excel, hasta 20 MB y 200.000 líneas"
        countMax={1}
        progress={form.progress}
        errors={form.errors}
      />
    </FormPage>
  )
}
