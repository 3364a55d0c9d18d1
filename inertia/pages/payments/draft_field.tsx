import { CheckboxField } from '~/kit/fields/choice_fields'
import type { FieldProps } from '~/kit/fields/field_props'

type Props = Omit<FieldProps<boolean>, 'label' | 'help'> & { provider: string }

/** A payment that its provider keeps as a draft once it is approved here: somebody sends it there. */
export const DraftField = ({ provider, ...field }: Props) => (
  <CheckboxField
    {...field}
    label={`Crear como borrador en ${provider}`}
    help={`Una vez aprobada, queda en ${provider} para que alguien la envíe desde allí.`}
  />
)
