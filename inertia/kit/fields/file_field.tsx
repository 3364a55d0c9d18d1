import { FileInput } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { type FieldProps, inputProps } from '~/kit/fields/field_props'

type Props = FieldProps<File | null> & { accept?: string }

/** One file. For several, or for dragging, use `FileDrop`. */
export function FileField({ accept, ...field }: Props) {
  return (
    <FileInput
      {...inputProps(field)}
      accept={accept}
      clearable
      placeholder={field.placeholder ?? 'Elegir archivo'}
      leftSection={<IconPaperclip size={16} />}
      value={field.value}
      onChange={field.onChange}
    />
  )
}
