import { Button } from '@mantine/core'
import { useState } from 'react'
import { parseAmount } from '#app/kernel/money/amount_text'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { showToast } from '~/layouts/flash_toasts'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import type { Choice } from './site_page'
import styles from './sites.module.css'

type Person = { name: string; role: string; reason: string | null; onBehalfOf: string | null }
type Answer = { required: number; aggregateDays: number; eligible: number; people: Person[] }
type Props = { siteId: number; kinds: Choice[]; categories: Choice[] }

/** «¿Quién aprueba?»: asks the rules that a real document would meet. */
export function ApprovalSimulator({ siteId, kinds, categories }: Props) {
  const [kind, setKind] = useState<string | null>('invoice')
  const [amount, setAmount] = useState('1000.00')
  const [category, setCategory] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const isAskable = kind !== null && parseAmount(amount) !== null

  async function ask() {
    try {
      const url = urlFor('sites.approvals.simulate', { id: siteId }, { kind, amount, category_id: category })
      const body = (await (await callServer('GET', url)).json()) as { data: Answer }
      setAnswer(body.data)
    } catch (error) {
      console.error(error)
      showToast('error', 'No se ha podido consultar. Inténtelo de nuevo.')
    }
  }

  return (
    <div className={styles.stack}>
      <div className={styles.ask}>
        <SelectField
          label="Tipo"
          isRequired
          name="simulated_kind"
          options={kinds}
          value={kind}
          onChange={setKind}
        />
        <AmountField label="Importe" isRequired name="simulated_amount" value={amount} onChange={setAmount} />
        <SelectField
          label="Categoría"
          name="simulated_category"
          options={categories}
          value={category}
          onChange={setCategory}
        />
        <Button variant="default" disabled={!isAskable} onClick={ask}>
          Consultar
        </Button>
      </div>
      <div role="status">{answer ? <Verdict answer={answer} /> : null}</div>
    </div>
  )
}

function Verdict({ answer }: { answer: Answer }) {
  const { required, eligible, aggregateDays: days } = answer
  const isEnough = eligible >= required
  return (
    <div className={styles.stack}>
      <p>
        {required === 0
          ? 'No necesita aprobación.'
          : `Necesita ${required} ${required === 1 ? 'aprobación' : 'aprobaciones de personas distintas'}; pueden darla ${eligible}.`}{' '}
        {isEnough ? null : <StatusBadge tone="amber" label="No hay aprobadores suficientes" />}
        {days > 0
          ? ` Se suman los documentos abiertos al mismo beneficiario de los últimos ${days} días.`
          : null}
      </p>
      <PlainTable
        label="Quién aprueba"
        rows={answer.people}
        keyOf={(row) => row.name}
        columns={[
          {
            key: 'name',
            header: 'Persona',
            cell: (row) => (row.onBehalfOf ? `${row.name} (por ${row.onBehalfOf})` : row.name),
          },
          { key: 'role', header: 'Rol', cell: (row) => row.role },
          {
            key: 'reason',
            header: 'Puede aprobar',
            cell: (row) => (
              <StatusBadge tone={row.reason ? 'grey' : 'green'} label={row.reason ?? 'Puede aprobar'} />
            ),
          },
        ]}
      />
    </div>
  )
}
