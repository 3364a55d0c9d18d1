/**
 * What a stand-in can do wrong on one request, whatever its provider. `…_after`: it has done what was asked and says
 * nothing of it. Faults of an object (declined later, returned) are the provider's own: see its `BY_CENTS`.
 */
export const REQUEST_FAULTS = [
  'timeout_after',
  'error_500_after',
  'empty_body_after',
  'lost_before',
  'bad_gateway',
  'rate_limited',
  'expired_token',
  'half_page',
  'html_page',
  'slow',
] as const
export type RequestFault = (typeof REQUEST_FAULTS)[number]

type Planned = { operation: string; fault: RequestFault; times: number }

/** Faults that were asked for, each for a number of requests of an operation (`*` for any). */
export class FaultPlan {
  private planned: Planned[] = []

  plan(operation: string, fault: RequestFault, times = 1): void {
    this.planned.push({ operation, fault, times })
  }

  clear(): void {
    this.planned = []
  }

  /** The fault of the next request of an operation, used up by asking. */
  next(operation: string): RequestFault | null {
    const found = this.planned.find(
      (one) => one.times > 0 && (one.operation === operation || one.operation === '*')
    )
    if (!found) return null
    found.times--
    return found.fault
  }
}
