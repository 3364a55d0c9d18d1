import { Head } from '@inertiajs/react'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { countText, Instant, monthText } from '~/kit/day'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { ListTabs } from '~/kit/list/list_tabs'
import { useListQuery } from '~/kit/list/use_list_query'
import { Money, moneyText } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { AccountHead } from '../../accounts/accounts/account_props'
import { accountSections } from '../../accounts/accounts/account_sections'
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
  const askReview = (row: CertificateRow) =>
    setConfirmation({
      title: 'Revisar el acta',
      question: `Acta de ${monthText(row.month)}, preparada por ${row.prepared.by}.`,
      facts: [
        { label: 'Saldo del banco', value: <Money value={row.bank} /> },
        { label: 'Saldo contable', value: <Money value={row.ledger} /> },
        { label: 'Partidas sin conciliar', value: countText(row.openItems) },
        { label: 'Sin explicar', value: <Money value={row.unexplained} /> },
      ],
      submitLabel: `Revisar ${moneyText(row.bank)}`,
      method: 'put',
      url: urlFor('accounts.certificates.review', { id, certificate: row.id }),
    })
  const askReopen = (row: CertificateRow) =>
    setConfirmation({
      title: 'Reabrir el acta',
      question: `El acta de ${monthText(row.month)} volverá a ser un borrador.`,
      submitLabel: 'Reabrir',
      reason: { label: 'Motivo', isRequired: true },
      method: 'delete',
      url: urlFor('accounts.certificates.reopen', { id, certificate: row.id }),
    })
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
      <PlainTable
        label="Actas de conciliación"
        phone="cards"
        rows={certificates}
        keyOf={(row) => row.id}
        empty="No hay actas. Prepare la del último mes cuando haya importado su extracto."
        columns={[
          {
            key: 'month',
            header: 'Mes',
            cell: (row) => <span className={styles.month}>{monthText(row.month)}</span>,
          },
          {
            key: 'status',
            header: 'Estado',
            cell: (row) => <StatusBadge tone={row.status.tone as Tone} label={row.status.label} />,
          },
          { key: 'bank', header: 'Banco', numeric: true, cell: (row) => <Money value={row.bank} /> },
          { key: 'ledger', header: 'Libros', numeric: true, cell: (row) => <Money value={row.ledger} /> },
          { key: 'open', header: 'Partidas', numeric: true, cell: (row) => countText(row.openItems) },
          {
            key: 'left',
            header: 'Sin explicar',
            numeric: true,
            cell: (row) => <Money value={row.unexplained} isAlarming />,
          },
          { key: 'who', header: 'Preparada y revisada', cell: (row) => <Hands row={row} /> },
          {
            key: 'do',
            header: 'Acciones',
            cell: (row) => (
              <Group gap={4}>
                <Button
                  component="a"
                  size="xs"
                  variant="default"
                  href={urlFor('accounts.certificates.show', { id, certificate: row.id })}
                >
                  Descargar PDF
                </Button>
                {row.canReview ? (
                  <Button size="xs" onClick={() => askReview(row)}>
                    Revisar
                  </Button>
                ) : null}
                {row.canReopen ? (
                  <Button size="xs" variant="default" onClick={() => askReopen(row)}>
                    Reabrir
                  </Button>
                ) : null}
              </Group>
            ),
          },
        ]}
      />
      {isPreparing ? <PrepareDialog accountId={id} onClose={() => setIsPreparing(false)} /> : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}

function Hands({ row }: { row: CertificateRow }) {
  return (
    <div>
      {row.prepared.by} · <Instant value={row.prepared.at} />
      <small className={styles.quiet}>
        {row.reviewed ? (
          <>
            {row.reviewed.by} · <Instant value={row.reviewed.at} />
          </>
        ) : (
          (row.waitsFor ?? 'Pendiente de revisar')
        )}
      </small>
    </div>
  )
}
