import { Head } from '@inertiajs/react'
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Section } from '~/kit/detail/detail_page'
import { PageHead } from '~/kit/page_head'
import { urlFor } from '~/urls'
import type { AccountHead } from '../accounts/account_props'
import { ImportForm } from './import_form'
import { MappingForm } from './mapping_form'
import { PreviewContentView } from './preview_content'
import type { StatementPreview } from './statement_preview'
import styles from './statements.module.css'
import { UploadForm } from './upload_form'

type Props = { account: AccountHead; preview: StatementPreview | null }

export default function StatementsCreate({ account, preview }: Props) {
  if (!preview) return <UploadForm account={account} />
  const { fileId, columns, content, problem } = preview
  const mapping = columns ? (
    <MappingForm
      key={JSON.stringify(columns.values)}
      accountId={account.id}
      fileId={fileId}
      columns={columns}
    />
  ) : null
  return (
    <div className={styles.page}>
      <Head title="Importar extracto" />
      <PageHead
        title="Importar extracto"
        subtitle={[preview.name, account.name, account.iban].filter(Boolean).join(' · ')}
        back={urlFor('accounts.statements.create', { id: account.id })}
      />
      {content ? (
        <>
          <ImportForm accountId={account.id} fileId={fileId} content={content} />
          <PreviewContentView content={content} />
        </>
      ) : null}
      {problem ? (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {problem}
        </Alert>
      ) : null}
      {mapping ? (
        <Section title={content ? 'Columnas del fichero' : 'Indique qué es cada columna'}>{mapping}</Section>
      ) : null}
    </div>
  )
}
