import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, type Option, SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import styles from './providers.module.css'

/** A category with its place in the tree. */
export type ExpenseCategory = {
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

export type Codes = { vat: Option[]; withholding: Option[] }

type FormProps = {
  nodes: ExpenseCategory[]
  codes: Codes
  colors: Option[]
  node: ExpenseCategory | null
  onClose: () => void
}

/** An expense category, new or changed. */
export function CategoryForm({ nodes, codes, colors, node, onClose }: FormProps) {
  const form = useCategoryForm(node, onClose)
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
        {...form.field('parentId')}
      />
      <div className={styles.pair}>
        <TextField
          label="Cuenta contable"
          isRequired
          lengthMax={12}
          help="De los grupos 2 o 6, la 407 o la 480."
          {...form.field('accountPrefix')}
        />
        <TextField label="IVA deducible (%)" isRequired {...form.field('deductiblePercent')} />
      </div>
      <div className={styles.pair}>
        <SelectField label="Tipo de IVA" options={codes.vat} {...form.field('vatCodeId')} />
        <SelectField label="Retención" options={codes.withholding} {...form.field('withholdingCodeId')} />
      </div>
      <CheckboxField label="Cuenta en los presupuestos" {...form.field('budgetable')} />
      <CheckboxField label="Activa" {...form.field('active')} />
    </FormDialog>
  )
}

function useCategoryForm(node: ExpenseCategory | null, onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      name: node?.name ?? '',
      code: node?.code ?? '',
      color: (node?.color ?? null) as string | null,
      parentId: (node?.parentId ? String(node.parentId) : null) as string | null,
      accountPrefix: node?.accountPrefix ?? '',
      vatCodeId: keyText(node?.vatCodeId) as string | null,
      withholdingCodeId: keyText(node?.withholdingCodeId) as string | null,
      budgetable: node?.budgetable ?? true,
      deductiblePercent: String(node?.deductiblePercent ?? 100),
      active: node?.active ?? true,
    },
    method: node ? 'put' : 'post',
    url: node
      ? urlFor('providers.categories.update', { category: node.id })
      : urlFor('providers.categories.store'),
    leaving: 'allow',
    transform: ({ code, parentId, vatCodeId, withholdingCodeId, deductiblePercent, ...rest }) => ({
      ...rest,
      code: code.trim() === '' ? null : code,
      parentId: keyNumber(parentId),
      vatCodeId: keyNumber(vatCodeId),
      withholdingCodeId: keyNumber(withholdingCodeId),
      deductiblePercent: Number(deductiblePercent),
    }),
    onSuccess,
  })
}

const keyText = (id: number | null | undefined) => (id === null || id === undefined ? null : String(id))
const keyNumber = (text: string | null) => (text === null ? null : Number(text))
