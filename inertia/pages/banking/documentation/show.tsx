import { Head, Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { PageHead } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import type { Badge, BankHead } from '../bank_props'
import { bankUrls } from '../bank_urls'
import styles from '../banking.module.css'
import type { FormProps, Hint } from '../connections/connection_types'
import { KeyDialog } from './key_dialog'

type Connection = {
  id: number
  label: string
  site: string
  status: Badge
  consent: string | null
  canConsent: boolean
  needsConsent: boolean
  isGone: boolean
  hints: Hint[]
  lockVersion: number
}

type Props = {
  bank: BankHead
  steps: { title: string; text: string }[]
  form: FormProps
  connections: Connection[]
  addresses: { label: string; value: string }[]
}

/** How a bank is connected, step by step, and how far each connection has come. */
export default function DocumentationShow({ bank, steps, form, connections, addresses }: Props) {
  const [keyOf, setKeyOf] = useState<Connection | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const urls = bankUrls(bank.path)
  return (
    <div className={styles.page}>
      <Head title={`Conectar ${bank.title}`} />
      <PageHead
        title={`Cómo se conecta ${bank.title}`}
        back={urls.index}
        actions={
          bank.can.connect ? (
            <Button component={Link} href={urls.create}>
              Conectar cuenta
            </Button>
          ) : null
        }
      />
      <div className={styles.columns}>
        <Section title="Pasos">
          <ol className={styles.steps}>
            {steps.map(({ title, text }) => (
              <li key={title} className={styles.step}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </Section>
        <div>
          {addresses.length > 0 ? (
            <Section title={`Lo que ${bank.title} pide`}>
              {addresses.map(({ label, value }) => (
                <div key={label}>
                  <span className={styles.quiet}>{label}</span>
                  <pre className={styles.code}>{value}</pre>
                </div>
              ))}
            </Section>
          ) : null}
          <Section title="Conexiones">
            <PlainTable
              label="Conexiones"
              rows={connections}
              keyOf={(row) => row.id}
              phone="cards"
              empty="Todavía no hay ninguna conexión."
              columns={[
                {
                  key: 'label',
                  header: 'Conexión',
                  cell: (row) => (
                    <>
                      {bank.can.connect ? <Link href={urls.edit(row.id)}>{row.label}</Link> : row.label}
                      <div className={styles.quiet}>{row.site}</div>
                    </>
                  ),
                },
                { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
                {
                  key: 'consent',
                  header: 'Autorización',
                  cell: (row) => row.consent ?? 'No la necesita.',
                },
                {
                  key: 'acts',
                  header: '',
                  cell: (row) =>
                    bank.can.connect && !row.isGone ? (
                      <Acts
                        bank={bank}
                        connection={row}
                        onKey={() => setKeyOf(row)}
                        onConfirm={setConfirmation}
                      />
                    ) : null,
                },
              ]}
            />
          </Section>
        </div>
      </div>
      {keyOf ? (
        <KeyDialog bank={bank} connection={keyOf} fields={form.fields} onClose={() => setKeyOf(null)} />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}

type ActsProps = {
  bank: BankHead
  connection: Connection
  onKey: () => void
  onConfirm: (confirmation: Confirmation) => void
}

function Acts({ bank, connection, onKey, onConfirm }: ActsProps) {
  return (
    <div className={styles.buttons}>
      <Button size="compact-sm" variant="default" onClick={onKey}>
        Subir la clave
      </Button>
      {connection.canConsent ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            onConfirm({
              title: `Autorizar en ${bank.title}`,
              question: `Se abrirá ${bank.title} para que dé su consentimiento y después volverá a la ficha de la conexión.`,
              submitLabel: `Ir a ${bank.title}`,
              url: bankUrls(bank.path).consent(connection.id),
            })
          }
        >
          {connection.needsConsent ? 'Autorizar' : 'Renovar'}
        </Button>
      ) : null}
    </div>
  )
}
