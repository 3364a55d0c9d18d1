import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { today } from '#app/kernel/time/calendar_date'
import { Day } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { Money, type MoneyValue } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import styles from '../rebilling.module.css'
import { type SettingValues, sentSetting } from './use_setting_form'

type Part = {
  siteId: number
  site: string
  base: MoneyValue
  markup: MoneyValue
  vat: MoneyValue
  total: MoneyValue
  isOwn: boolean
}
type Cost = {
  key: string
  document: string
  concept: string
  account: string
  on: string
  amount: MoneyValue
}
type Trial = {
  period: string
  base: MoneyValue
  costs: Cost[]
  isCut: boolean
  parts: Part[]
  left: MoneyValue
}
type Answer = { trial: Trial | null; problem: string | null }

/** Tries the rule as it stands in the form on a past invoice or month; nothing is saved. */
export function SettingTester({ values }: { values: SettingValues }) {
  const [by, setBy] = useState('month')
  const [month, setMonth] = useState<string>(today())
  const [invoice, setInvoice] = useState<PickerOption | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const siteId = values.originSiteId

  async function ask() {
    setIsAsking(true)
    setAnswer(await tryOut(values, by === 'month' ? { month } : { invoiceId: invoice?.value ?? null }))
    setIsAsking(false)
  }

  return (
    <Section title="Probar la regla">
      <div className={styles.stack}>
        <SegmentedControl
          aria-label="Con qué se prueba"
          data={[
            { value: 'month', label: 'Un mes' },
            { value: 'invoice', label: 'Una factura' },
          ]}
          value={by}
          onChange={setBy}
        />
        {by === 'month' ? (
          <DayField name="trial_month" label="Un día del mes" value={month} onChange={setMonth} />
        ) : (
          <PickerField
            key={siteId}
            name="trial_invoice"
            label="Factura contabilizada"
            isDisabled={siteId === null}
            url={urlFor('setting.invoices', null, { site_id: siteId ?? '' })}
            value={invoice}
            onChange={setInvoice}
          />
        )}
        <Button variant="default" loading={isAsking} disabled={siteId === null} onClick={ask}>
          Probar
        </Button>
        {answer?.problem ? (
          <p className={styles.error} role="alert">
            {answer.problem}
          </p>
        ) : null}
        {answer?.trial ? <TrialResult trial={answer.trial} /> : null}
      </div>
    </Section>
  )
}

const UNANSWERED = 'No se ha podido probar la regla: compruebe la conexión e inténtelo de nuevo.'
const UNREAD = 'No se ha podido probar la regla: revise los campos del formulario.'

/** What the server makes of it, or what it has against it. */
async function tryOut(values: SettingValues, on: Record<string, unknown>): Promise<Answer> {
  const body = { ...sentSetting(values), name: values.name.trim() || 'Prueba', ...on }
  try {
    const response = await callServer('POST', urlFor('setting.trial'), body)
    const { data, problem } = (await response.json()) as { data: Trial | null; problem: string | null }
    return { trial: data, problem }
  } catch (error) {
    // `fetch` rejects so where nothing answers.
    return { trial: null, problem: error instanceof TypeError ? UNANSWERED : UNREAD }
  }
}

const parts: PlainColumn<Part>[] = [
  { key: 'site', header: 'Empresa', cell: (row) => (row.isOwn ? `${row.site} (origen)` : row.site) },
  { key: 'base', header: 'Base', numeric: true, cell: (row) => <Money value={row.base} /> },
  { key: 'markup', header: 'Margen', numeric: true, cell: (row) => <Money value={row.markup} /> },
  { key: 'vat', header: 'IVA', numeric: true, cell: (row) => <Money value={row.vat} /> },
  { key: 'total', header: 'Total', numeric: true, cell: (row) => <Money value={row.total} /> },
]

const costs: PlainColumn<Cost>[] = [
  { key: 'on', header: 'Fecha', cell: (row) => <Day value={row.on} /> },
  { key: 'document', header: 'Documento', cell: (row) => row.document },
  { key: 'concept', header: 'Concepto', cell: (row) => row.concept },
  { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
]

function TrialResult({ trial }: { trial: Trial }) {
  if (trial.costs.length === 0)
    return <p className={styles.quiet}>La regla no recoge ningún gasto de {trial.period}.</p>
  return (
    <div className={styles.stack} role="status">
      <Facts
        facts={[
          { label: 'Periodo', value: trial.period },
          { label: 'Base', value: <Money value={trial.base} /> },
          ...(trial.left.minor === 0 ? [] : [{ label: 'Sin repartir', value: <Money value={trial.left} /> }]),
        ]}
      />
      <PlainTable
        label="Reparto"
        rows={trial.parts}
        columns={parts}
        keyOf={(row) => row.siteId}
        phone="cards"
      />
      <PlainTable
        label="Gastos que recoge"
        rows={trial.costs.slice(0, 20)}
        columns={costs}
        keyOf={(row) => row.key}
        phone="cards"
      />
      {trial.costs.length > 20 || trial.isCut ? (
        <p className={styles.quiet}>Se muestran los 20 primeros gastos.</p>
      ) : null}
    </div>
  )
}
