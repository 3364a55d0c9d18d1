import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { countText, Instant } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { useAnswer } from '~/kit/form/use_answer'
import { LoadFailure } from '~/kit/load_failure'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'

type Hint = {
  id: number
  what: string
  text: string
  times: number
  lastAt: string
  invoice: { id: number; reference: string } | null
}
type Learned = { hints: Hint[]; canForget: boolean }

/** What the reading of invoices learned of a supplier from corrections and confirmations: to see and to forget. */
export function LearnedTab({ providerId }: { providerId: number }) {
  const { answer, ...loading } = useAnswer<Learned>({ url: urlFor('providers.reading', { id: providerId }) })
  const [asked, setAsked] = useState<Confirmation | null>(null)
  if (loading.hasFailed) return <LoadFailure text="No se ha podido cargar lo aprendido." {...loading} />
  if (answer === null) return <p role="status">Cargando…</p>
  const { hints, canForget } = answer
  return (
    <Section
      title="Lectura aprendida"
      actions={
        canForget && hints.length > 0 ? (
          <Button variant="default" onClick={() => setAsked(forgettingAll(providerId))}>
            Olvidar todo
          </Button>
        ) : null
      }
    >
      <p>
        Lo que las facturas corregidas y confirmadas de este proveedor han enseñado a la lectura. Las cuentas
        bancarias no se aprenden nunca: una cuenta nueva es siempre una alarma.
      </p>
      <PlainTable
        label="Lectura aprendida"
        phone="cards"
        rows={hints}
        keyOf={(hint) => hint.id}
        empty="Todavía no se ha aprendido nada: se aprende al corregir o enviar a aprobación una factura."
        columns={[
          ...hintColumns,
          ...(canForget ? [forgetColumn((hint) => setAsked(forgetting(providerId, hint)))] : []),
        ]}
      />
      <ConfirmAction
        confirmation={asked}
        onClose={() => {
          setAsked(null)
          loading.askAgain()
        }}
      />
    </Section>
  )
}

const forgetting = (providerId: number, hint: Hint): Confirmation => ({
  title: 'Olvidar',
  question: `La lectura dejará de tener en cuenta «${hint.what}: ${hint.text}». Volverá a aprenderlo si se corrige otra factura.`,
  submitLabel: 'Olvidar',
  url: urlFor('providers.reading.forget', { id: providerId, hint: hint.id }),
  method: 'delete',
})

const forgettingAll = (providerId: number): Confirmation => ({
  title: 'Olvidar todo lo aprendido',
  question: 'Las próximas facturas de este proveedor se leerán como si fueran las primeras.',
  submitLabel: 'Olvidar todo',
  isDangerous: true,
  url: urlFor('providers.reading.clear', { id: providerId }),
  method: 'delete',
})

const hintColumns: PlainColumn<Hint>[] = [
  { key: 'what', header: 'Dato', cell: (hint) => hint.what },
  { key: 'text', header: 'Qué se aprendió', cell: (hint) => hint.text },
  { key: 'times', header: 'Facturas', numeric: true, cell: (hint) => countText(hint.times) },
  { key: 'last', header: 'Última vez', cell: (hint) => <Instant value={hint.lastAt} /> },
  {
    key: 'invoice',
    header: 'Última factura',
    cell: (hint) =>
      hint.invoice ? (
        <Link href={urlFor('invoices.show', { id: hint.invoice.id })}>{hint.invoice.reference}</Link>
      ) : null,
  },
]

const forgetColumn = (onForget: (hint: Hint) => void): PlainColumn<Hint> => ({
  key: 'forget',
  header: 'Acciones',
  cell: (hint) => (
    <Button size="xs" variant="default" onClick={() => onForget(hint)}>
      Olvidar
    </Button>
  ),
})
