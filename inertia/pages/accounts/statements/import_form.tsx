import { Link } from '@inertiajs/react'
import { Button, Group } from '@mantine/core'
import { countText } from '~/kit/day'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { ErrorSummary } from '~/kit/form/error_summary'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { PreviewContent } from './statement_preview'
import styles from './statements.module.css'

type Props = { accountId: number; fileId: number; content: PreviewContent }

/** The last step: what has to be accepted, and the import. */
export function ImportForm({ accountId, fileId, content }: Props) {
  const form = useFormSubmission({
    initial: { acceptUnbalanced: false, acceptUnreadableRows: false },
    url: urlFor('accounts.statements.store', { id: accountId }),
    leaving: 'allow',
    transform: (values) => ({ ...values, fileId }),
  })
  const { acceptUnbalanced, acceptUnreadableRows } = form.values
  const isHeld =
    (content.needsForce && !acceptUnbalanced) || (content.rejectedCount > 0 && !acceptUnreadableRows)
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
      {content.needsForce ? (
        <CheckboxField
          label="Importar de todos modos"
          help="Los totales del fichero no cuadran: quedará como «No cuadra» y sin conciliación automática."
          {...form.field('acceptUnbalanced')}
        />
      ) : null}
      {content.rejectedCount > 0 ? (
        <CheckboxField label="Omitir filas con error" {...form.field('acceptUnreadableRows')} />
      ) : null}
      <Group>
        <Button type="submit" loading={form.processing} disabled={isHeld}>
          {content.newCount === 1
            ? 'Importar 1 movimiento'
            : `Importar ${countText(content.newCount)} movimientos`}
        </Button>
        <Button
          component={Link}
          href={urlFor('accounts.statements.create', { id: accountId })}
          variant="default"
        >
          Elegir otro fichero
        </Button>
      </Group>
    </form>
  )
}
