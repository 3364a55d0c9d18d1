import { useEffect, useMemo } from 'react'

/** An address under which a file that was chosen, not yet sent, can be shown; it is let go with the file. */
export function useFileAddress(file: File | null): string | null {
  const address = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file])
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address])
  return address
}
