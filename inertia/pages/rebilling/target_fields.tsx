import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { moneyText } from '~/kit/money'
import { useShared } from '~/shared_props'
import styles from './rebilling.module.css'
import { amountSum, newTarget, percentageSum, type TargetValue } from './target_values'

type Props = {
  targets: TargetValue[]
  allocation: string
  /** The company that bore the cost: its own share makes no charge. */
  originId: string | null
  errors: Record<string, string>
  onChange: (targets: TargetValue[]) => void
}

/** Who bears what: a company a line, and what its share is measured by. */
export function TargetFields({ targets, allocation, originId, errors, onChange }: Props) {
  const { sites } = useShared()
  const options = sites.map(({ id, name }) => ({
    value: String(id),
    label: String(id) === originId ? `${name} (origen: se lo queda)` : name,
  }))
  const change = (place: number, more: Partial<TargetValue>) =>
    onChange(targets.map((target, at) => (at === place ? { ...target, ...more } : target)))
  const isMeasured = allocation === 'percentage' || allocation === 'fixed_amount'
  return (
    <div className={styles.stack}>
      {targets.map((target, place) => (
        // A line is its place: its fields keep nothing of their own.
        <div key={place} className={styles.target} data-alone={isMeasured ? undefined : true}>
          <SelectField
            name={`targets.${place}.site_id`}
            label={`Destino ${place + 1}`}
            isRequired
            options={options}
            value={target.siteId}
            error={errors[`targets.${place}.site_id`]}
            onChange={(siteId) => change(place, { siteId })}
          />
          <Measure target={target} place={place} allocation={allocation} errors={errors} onChange={change} />
          <ActionIcon
            className={styles.remove}
            variant="subtle"
            color="gray"
            size={34}
            disabled={targets.length === 1}
            aria-label={`Quitar el destino ${place + 1}`}
            onClick={() => onChange(targets.filter((_, at) => at !== place))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <Sum targets={targets} allocation={allocation} />
      {errors.targets ? (
        <p className={styles.error} role="alert">
          {errors.targets}
        </p>
      ) : null}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange([...targets, newTarget()])}
        >
          Añadir empresa
        </Button>
      </div>
    </div>
  )
}

type MeasureProps = {
  target: TargetValue
  place: number
  allocation: string
  errors: Record<string, string>
  onChange: (place: number, more: Partial<TargetValue>) => void
}

function Measure({ target, place, allocation, errors, onChange }: MeasureProps) {
  if (allocation === 'percentage')
    return (
      <TextField
        name={`targets.${place}.percentage`}
        label="Porcentaje"
        isRequired
        placeholder="33,3333"
        value={target.percentage}
        error={errors[`targets.${place}.percentage`]}
        onChange={(percentage) => onChange(place, { percentage })}
      />
    )
  if (allocation === 'fixed_amount')
    return (
      <AmountField
        name={`targets.${place}.amount`}
        label="Importe"
        isRequired
        value={target.amount}
        error={errors[`targets.${place}.amount`]}
        onChange={(amount) => onChange(place, { amount })}
      />
    )
  return null
}

function Sum({ targets, allocation }: Pick<Props, 'targets' | 'allocation'>) {
  if (allocation === 'percentage') {
    const { text, isWhole } = percentageSum(targets)
    return (
      <div className={styles.sum} data-wrong={isWhole ? undefined : true}>
        <span>Suma</span>
        <span>{text} %</span>
      </div>
    )
  }
  if (allocation === 'fixed_amount')
    return (
      <div className={styles.sum}>
        <span>Hasta {moneyText({ minor: amountSum(targets), currency: 'EUR' })}, en este orden</span>
        <span>lo demás queda en el origen</span>
      </div>
    )
  return (
    <p className={styles.quiet}>
      {allocation === 'key'
        ? 'Cada empresa asume según su valor de la clave en el periodo.'
        : 'Todas las empresas asumen lo mismo.'}
    </p>
  )
}
