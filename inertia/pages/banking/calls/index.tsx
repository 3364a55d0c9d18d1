import { Drawer, Loader } from '@mantine/core'
import { useState } from 'react'
import { Instant } from '~/kit/day'
import { Facts } from '~/kit/detail/detail_page'
import { useAnswer } from '~/kit/form/use_answer'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import { LoadFailure } from '~/kit/load_failure'
import type { BankHead } from '../bank_props'
import { bankUrls } from '../bank_urls'
import styles from '../banking.module.css'

type Call = { id: number; method: string; path: string }
type Bodies = {
  at: string
  status: number | null
  ms: number
  requestId: string | null
  idempotencyKey: string | null
  error: string | null
  requestBody: string | null
  responseBody: string | null
}

type Props = {
  bank: BankHead
  connection: { id: number; label: string; site: string }
  calls: ListOf<Call>
}

const filters: Filter[] = [
  { name: 'at', label: 'Fecha', kind: 'days' },
  {
    name: 'result',
    label: 'Resultado',
    kind: 'select',
    options: [
      { value: 'good', label: 'Correcto' },
      { value: 'wrong', label: 'Con error o sin respuesta' },
    ],
  },
  {
    name: 'method',
    label: 'Método',
    kind: 'multi',
    options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value })),
  },
]

/** What was asked of a bank for a connection, and what it answered. */
export default function CallsIndex({ bank, connection, calls }: Props) {
  const [opened, setOpened] = useState<Call | null>(null)
  const urls = bankUrls(bank.path)
  return (
    <ListPage
      title="Registro de llamadas"
      subtitle={`${bank.title} · ${connection.label} · ${connection.site} · sin claves ni números de cuenta, 90 días`}
      back={urls.edit(connection.id)}
      list={calls}
      storageKey="bank_calls"
      filters={filters}
      searchLabel="Buscar por dirección o referencia"
      onRowOpen={setOpened}
      empty={calls.total === 0 ? { text: 'No hay llamadas.' } : undefined}
      isExportable
    >
      {opened ? (
        <Drawer
          opened
          onClose={() => setOpened(null)}
          position="right"
          size="min(720px, 100%)"
          title={`${opened.method} ${opened.path}`}
        >
          <CallBodies url={urls.call(connection.id, opened.id)} />
        </Drawer>
      ) : null}
    </ListPage>
  )
}

function CallBodies({ url }: { url: string }) {
  const { answer, askAgain, ...loading } = useAnswer<{ data: Bodies }>({ url })
  if (loading.hasFailed)
    return <LoadFailure text="No se ha podido cargar la llamada." askAgain={askAgain} {...loading} />
  if (!answer) return <Loader aria-label="Cargando" />
  const { at, status, ms, requestId, idempotencyKey, error, requestBody, responseBody } = answer.data
  return (
    <div className={styles.page}>
      <Facts
        facts={[
          { label: 'Fecha', value: <Instant value={at} /> },
          { label: 'Respuesta', value: status ?? 'Ninguna' },
          { label: 'Duración', value: `${ms} ms` },
          ...(error ? [{ label: 'Error', value: error }] : []),
          ...(requestId ? [{ label: 'Referencia del proveedor', value: requestId }] : []),
          ...(idempotencyKey ? [{ label: 'Clave de idempotencia', value: idempotencyKey }] : []),
        ]}
      />
      <Body title="Enviado" text={requestBody} />
      <Body title="Recibido" text={responseBody} />
    </div>
  )
}

/** A body as it was kept: thirty days, masked. */
function Body({ title, text }: { title: string; text: string | null }) {
  return (
    <section>
      <h3 className={styles.asideTitle}>{title}</h3>
      {text ? (
        <pre className={styles.code}>{indented(text)}</pre>
      ) : (
        <p className={styles.quiet}>Sin contenido, o de hace más de 30 días.</p>
      )}
    </section>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
