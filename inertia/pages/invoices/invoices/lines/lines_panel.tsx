import { Button } from '@mantine/core'
import { IconPlus, IconTags } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money, moneyText } from '~/kit/money'
import { ActionMenu } from '~/kit/page_head'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../document/text.module.css'
import type { Line } from '../review/review_parts'
import type { ReviewPage } from '../review/review_types'
import { ClassifyDialog } from './classify_dialog'
import { LineConcept } from './line_concept'
import { LineDialog } from './line_dialog'

type Open = { kind: 'line'; line: Line | null } | { kind: 'classify' } | null

/** The lines of the invoice, what each is charged to, and how to change them. */
export function LinesPanel({ page }: { page: ReviewPage }) {
  const { invoice, lines } = page
  const [open, setOpen] = useState<Open>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const columns: PlainColumn<Line>[] = [
    {
      key: 'concept',
      header: 'Concepto y categoría',
      cell: (line) => <LineConcept invoice={invoice} line={line} />,
    },
    { key: 'vat', header: 'IVA', cell: (line) => taxOf(line) },
    { key: 'base', header: 'Base', numeric: true, cell: (line) => <Money value={line.base} look="plain" /> },
    {
      key: 'actions',
      header: '',
      cell: (line) => (
        <ActionMenu
          label={`Acciones de la línea ${line.position}`}
          size={26}
          actions={[
            { label: 'Editar', onSelect: () => setOpen({ kind: 'line', line }) },
            { label: 'Eliminar', isDangerous: true, onSelect: () => setConfirmation(removal(page, line)) },
          ]}
        />
      ),
    },
  ]
  return (
    <>
      {invoice.isEditable ? (
        <div className={styles.tools}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setOpen({ kind: 'line', line: null })}
          >
            Añadir línea
          </Button>
          {lines.length > 0 ? (
            <Button
              variant="default"
              leftSection={<IconTags size={16} aria-hidden="true" />}
              onClick={() => setOpen({ kind: 'classify' })}
            >
              Clasificar todo
            </Button>
          ) : null}
        </div>
      ) : null}
      <PlainTable
        label="Líneas"
        rows={lines}
        columns={invoice.isEditable ? columns : columns.slice(0, -1)}
        keyOf={(line) => line.id}
        totals={{ concept: 'Base', base: <Money value={invoice.base} /> }}
        empty="La factura no tiene líneas. Añada al menos una para poder enviarla a aprobación."
      />
      {open?.kind === 'line' ? (
        <LineDialog
          page={page}
          line={lines.find(({ id }) => id === open.line?.id) ?? open.line}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.kind === 'classify' ? <ClassifyDialog page={page} onClose={() => setOpen(null)} /> : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  )
}

/** The tax of a line, and how much of it is deducted where that is not all. */
function taxOf({ vatCode, vat, deductiblePercent }: Line) {
  if (vatCode === null) return '–'
  if (deductiblePercent === 100 || vat.minor === 0) return vatCode
  return (
    <>
      {vatCode}
      <div className={styles.quiet}>{deductiblePercent} % deducible</div>
    </>
  )
}

function removal({ invoice }: ReviewPage, line: Line): Confirmation {
  return {
    title: 'Eliminar la línea',
    question: `Se eliminará «${line.concept}» (${moneyText(line.base)}).`,
    submitLabel: 'Eliminar línea',
    isDangerous: true,
    method: 'delete',
    url: urlFor('invoices.lines.destroy', { id: invoice.id, line: line.id }),
    values: { lockVersion: invoice.lockVersion },
  }
}
