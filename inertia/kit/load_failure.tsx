import { Button } from '@mantine/core'

type Props = { text: string; askAgain: () => void; isAsking?: boolean }

/** What could not be loaded, and the way to ask for it again. */
export function LoadFailure({ text, askAgain, isAsking = false }: Props) {
  return (
    <p role="alert">
      {text}{' '}
      <Button variant="default" size="compact-sm" loading={isAsking} onClick={askAgain}>
        Reintentar
      </Button>
    </p>
  )
}
