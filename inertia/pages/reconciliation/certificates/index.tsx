import { Head } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { ListTabs } from '~/kit/list/list_tabs'
import { useListQuery } from '~/kit/list/use_list_query'
import { PageHead } from '~/kit/page_head'
import { urlFor } from '~/urls'
import type { AccountHead } from '../../accounts/accounts/account_props'
import { accountSections } from '../../accounts/accounts/account_sections'
import { CertificateTable } from './certificate_table'
import type { CertificateRow } from './certificate_types'
import styles from './certificates.module.css'
import { PrepareDialog } from './prepare_dialog'

type Props = { account: AccountHead; certificates: CertificateRow[]; canPrepare: boolean }

const noLists: ReadonlySet<string> = new Set()

export default function CertificatesIndex({ account, certificates, canPrepare }: Props) {
  const [isPreparing, setIsPreparing] = useState(false)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const query = useListQuery(noLists)
  const { id } = account
  return (
    <div className={styles.page}>
      <Head title={`Actas de ${account.name}`} />
      <PageHead
        title={account.name}
        subtitle={[account.site, account.iban].filter(Boolean).join(' · ')}
        back={urlFor('accounts')}
        actions={canPrepare ? <Button onClick={() => setIsPreparing(true)}>Preparar acta</Button> : null}
      />
      <ListTabs
        tabs={{ name: 'section', options: accountSections(id) }}
        counters={{}}
        query={{ ...query, query: { section: ['certificates'] } }}
      />
      <CertificateTable accountId={id} certificates={certificates} onConfirm={setConfirmation} />
      {isPreparing ? <PrepareDialog accountId={id} onClose={() => setIsPreparing(false)} /> : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}
