import { Link } from '@inertiajs/react'
import { Button, Group } from '@mantine/core'
import { countText } from '~/kit/day'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { ErrorSummary } from '~/kit/form/error_summary'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor, withQuery } from '~/urls'
import styles from '../../accounts/statements/statements.module.css'
import type { PlanPreview } from './create'

/** The last step: what has to be accepted, and the import. */
export function PlanImportForm({ siteId, preview }: { siteId: number; preview: PlanPreview }) {
  const form = useFormSubmission({
    initial: { skip_rows: false },
    url: urlFor('accounts.plan.imports.store'),
    leaving: 'allow',
    transform: (values) => ({ ...values, site_id: siteId, file_id: preview.fileId }),
  })
  const isHeld = preview.newCount === 0 || (preview.problemCount > 0 && !form.values.skip_rows)
  return (
    <form
      noValidate
      className={styles.import}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      {preview.problemCount > 0 && preview.newCount > 0 ? (
        <CheckboxField label="Omitir filas con error" {...form.field('skip_rows')} />
      ) : null}
      <Group>
        <Button type="submit" loading={form.processing} disabled={isHeld}>
          {preview.newCount === 1 ? 'Importar 1 cuenta' : `Importar ${countText(preview.newCount)} cuentas`}
        </Button>
        <Button
          component={Link}
          href={withQuery(urlFor('accounts.plan.imports.create'), { site_id: siteId })}
          variant="default"
        >
          Elegir otro fichero
        </Button>
      </Group>
    </form>
  )
}
