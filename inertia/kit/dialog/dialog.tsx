import { Modal, type ModalProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useReturnedFocus } from '~/kit/dialog/returned_focus'

/** In px: a question, a form (the rule), a form with the things it decides on in it, a table. */
const SIZES = { sm: 440, md: 560, lg: 720, xl: 960 }

type Props = Omit<ModalProps, 'size' | 'returnFocus'> & { size?: keyof typeof SIZES }

/** What opens over a page. Full screen on a phone; the focus goes back to what opened it, or to the row in its place. */
export function Dialog({ size = 'md', ...props }: Props) {
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false })
  useReturnedFocus(props.opened)
  return <Modal size={SIZES[size]} fullScreen={isPhone} returnFocus={false} {...props} />
}
