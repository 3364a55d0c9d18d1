import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Dialog } from '~/kit/dialog/dialog'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, type Option, SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { useAnswer } from '~/kit/form/use_answer'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { LoadFailure } from '~/kit/load_failure'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from './providers.module.css'

type Node = {
  id: number
  name: string
  code: string | null
  color: string | null
  parentId: number | null
  accountPrefix: string
  vatCodeId: number | null
  withholdingCodeId: number | null
  deductiblePercent: number
  budgetable: boolean
  active: boolean
  depth: number
}

type Codes = { vat: Option[]; withholding: Option[] }

type Props = { canWrite: boolean; onClose: () => void }

/** The tree of expense categories: added, renamed, moved, switched off. */
export function CategoryDialog({ canWrite, onClose }: Props) {
  const { answer, ...loading } = useAnswer<{ data: Node[]; codes: Codes; colors: Option[] }>({
    url: urlFor('providers.categories.index'),
  })
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [edited, setEdited] = useState<Node | 'new' | null>(null)
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
                <StatusBadge
                  tone={node.active ? 'green' : 'grey'}
                  label={node.active ? 'Activa' : 'Inactiva'}
                />
              ),
            },
            {
              key: 'edit',
              header: '',
              cell: (node) =>
                canWrite ? (
                  <span className={styles.row}>
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Editar ${node.name}`}
                      onClick={() => setEdited(node)}
                    >
                      Editar
                    </Button>
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      color="red"
                      aria-label={`Eliminar ${node.name}`}
                      onClick={() => setConfirmation(deleteCategory(node))}
                    >
                      Eliminar
                    </Button>
                  </span>
                ) : null,
            },
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

const deleteCategory = ({ id, name }: Node): Confirmation => ({
  title: 'Eliminar la categoría',
  question: `«${name}» se eliminará. Solo es posible si nada la usa; en otro caso, desactívela.`,
  submitLabel: 'Eliminar',
  isDangerous: true,
  url: urlFor('providers.categories.destroy', { category: id }),
  method: 'delete',
})

type FormProps = { nodes: Node[]; codes: Codes; colors: Option[]; node: Node | null; onClose: () => void }

function CategoryForm({ nodes, codes, colors, node, onClose }: FormProps) {
  const form = useFormSubmission({
    initial: {
      name: node?.name ?? '',
      code: node?.code ?? '',
      color: (node?.color ?? null) as string | null,
      parent_id: (node?.parentId ? String(node.parentId) : null) as string | null,
      account_prefix: node?.accountPrefix ?? '',
      vat_code_id: keyText(node?.vatCodeId) as string | null,
      withholding_code_id: keyText(node?.withholdingCodeId) as string | null,
      budgetable: node?.budgetable ?? true,
      deductible_percent: String(node?.deductiblePercent ?? 100),
      active: node?.active ?? true,
    },
    method: node ? 'put' : 'post',
    url: node
      ? urlFor('providers.categories.update', { category: node.id })
      : urlFor('providers.categories.store'),
    leaving: 'allow',
    transform: ({ code, parent_id, vat_code_id, withholding_code_id, deductible_percent, ...rest }) => ({
      ...rest,
      code: code.trim() === '' ? null : code,
      parent_id: keyNumber(parent_id),
      vat_code_id: keyNumber(vat_code_id),
      withholding_code_id: keyNumber(withholding_code_id),
      deductible_percent: Number(deductible_percent),
    }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={node ? `Editar ${node.name}` : 'Nueva categoría'}
      form={form}
      submitLabel="Guardar"
    >
      <TextField label="Nombre" isRequired hasFocus lengthMax={80} {...form.field('name')} />
      <div className={styles.pair}>
        <TextField
          label="Código"
          lengthMax={12}
          help="De 2 a 12 letras, cifras o guiones."
          {...form.field('code')}
        />
        <SelectField label="Color" options={colors} {...form.field('color')} />
      </div>
      <SelectField
        label="Dentro de"
        help="Hasta tres niveles."
        options={nodes
          .filter(({ id, depth }) => id !== node?.id && depth < 2)
          .map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('parent_id')}
      />
      <div className={styles.pair}>
        <TextField
          label="Cuenta contable"
          isRequired
          lengthMax={12}
          help="De los grupos 2 o 6, la 407 o la 480."
          {...form.field('account_prefix')}
        />
        <TextField label="IVA deducible (%)" isRequired {...form.field('deductible_percent')} />
      </div>
      <div className={styles.pair}>
        <SelectField label="Tipo de IVA" options={codes.vat} {...form.field('vat_code_id')} />
        <SelectField label="Retención" options={codes.withholding} {...form.field('withholding_code_id')} />
      </div>
      <CheckboxField label="Cuenta en los presupuestos" {...form.field('budgetable')} />
      <CheckboxField label="Activa" {...form.field('active')} />
    </FormDialog>
  )
}

const keyText = (id: number | null | undefined) => (id === null || id === undefined ? null : String(id))
const keyNumber = (text: string | null) => (text === null ? null : Number(text))
