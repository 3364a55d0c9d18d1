import { Checkbox } from '@mantine/core'

type Props = { name: string; isActive: boolean; isDisabled: boolean; onToggle: () => void }

/** Whether a provider is offered in pickers. Ticking it asks first, so what is shown is always what is stored. */
export function ActiveCheckbox({ name, isActive, isDisabled, onToggle }: Props) {
  return (
    <Checkbox
      size="xs"
      aria-label={`Activo: ${name}`}
      checked={isActive}
      disabled={isDisabled}
      onChange={onToggle}
    />
  )
}
