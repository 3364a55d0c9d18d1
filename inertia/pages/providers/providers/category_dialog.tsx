import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Dialog } from '~/kit/dialog/dialog'
import type { Option } from '~/kit/fields/choice_fields'
import { useAnswer } from '~/kit/form/use_answer'
import { LoadFailure } from '~/kit/load_failure'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { CategoryForm, type Codes, type ExpenseCategory } from './category_form'
import styles from './providers.module.css'

type Props = { canWrite: boolean; onClose: () => void }

/** The tree of expense categories: added, renamed, moved, switched off. */
export function CategoryDialog({ canWrite, onClose }: Props) {
  const { answer, ...loading } = useAnswer<{ data: ExpenseCategory[]; codes: Codes; colors: Option[] }>({
    url: urlFor('providers.categories.index'),
  })
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [edited, setEdited] = useState<ExpenseCategory | 'new' | null>(null)
  return (
    <Dialog opened onClose={onClose} title="Categorías de gasto" size="xl">
      <div className={styles.stack}>
        {canWrite ? (
          <div>
            <Button size="xs" variant="default" onClick={() => setEdited('new')}>
              Nueva categoría
            </Button>
          </div>
        ) : null}
        {loading.hasFailed ? (
          <LoadFailure text="No se han podido cargar las categorías." {...loading} />
        ) : null}
        <PlainTable
          label="Categorías de gasto"
          phone="cards"
          rows={answer?.data ?? []}
          keyOf={(node) => node.id}
          empty={loading.hasFailed ? '–' : answer ? 'No hay categorías.' : 'Cargando…'}
          columns={[
            ...columns,
            actsColumn(
              canWrite ? { edit: setEdited, remove: (node) => setConfirmation(deleteCategory(node)) } : null
            ),
          ]}
        />
      </div>
      <ConfirmAction
        confirmation={confirmation}
        onClose={() => {
          setConfirmation(null)
          loading.askAgain()
        }}
      />
      {edited && answer ? (
        <CategoryForm
          nodes={answer.data}
          codes={answer.codes}
          colors={answer.colors}
          node={edited === 'new' ? null : edited}
          onClose={() => {
            setEdited(null)
            loading.askAgain()
          }}
        />
      ) : null}
    </Dialog>
  )
}

const columns: PlainColumn<ExpenseCategory>[] = [
  {
    key: 'name',
    header: 'Categoría',
    cell: (node) => (
      <span style={{ paddingLeft: node.depth * 20 }}>
        <span
          className={styles.mark}
          style={node.color ? { background: `var(--mantine-color-${node.color}-6)` } : undefined}
          aria-hidden="true"
        />
        {node.name}
      </span>
    ),
  },
  {
    key: 'code',
    header: 'Código',
    cell: (node) => <span className="num">{node.code ?? '–'}</span>,
  },
  {
    key: 'account',
    header: 'Cuenta',
    cell: (node) => <span className="num">{node.accountPrefix}</span>,
  },
  {
    key: 'vat',
    header: 'IVA deducible',
    numeric: true,
    cell: (node) => `${node.deductiblePercent} %`,
  },
  {
    key: 'active',
    header: 'Estado',
    cell: (node) => (
      <StatusBadge tone={node.active ? 'green' : 'grey'} label={node.active ? 'Activa' : 'Inactiva'} />
    ),
  },
]

type Acts = { edit: (node: ExpenseCategory) => void; remove: (node: ExpenseCategory) => void }

/** Empty for those who may only look. */
const actsColumn = (acts: Acts | null): PlainColumn<ExpenseCategory> => ({
  key: 'edit',
  header: '',
  cell: (node) =>
    acts ? (
      <span className={styles.row}>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Editar ${node.name}`}
          onClick={() => acts.edit(node)}
        >
          Editar
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={`Eliminar ${node.name}`}
          onClick={() => acts.remove(node)}
        >
          Eliminar
        </Button>
      </span>
    ) : null,
})

const deleteCategory = ({ id, name }: ExpenseCategory): Confirmation => ({
  title: 'Eliminar la categoría',
  question: `«${name}» se eliminará. Solo es posible si nada la usa; en otro caso, desactívela.`,
  submitLabel: 'Eliminar',
  isDangerous: true,
  url: urlFor('providers.categories.destroy', { category: id }),
  method: 'delete',
})
