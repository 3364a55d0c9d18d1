/** Somebody asked that a run end; it did between two of its steps. */
export class RunCancelled extends Error {
  constructor() {
    super('The run was cancelled')
    this.name = 'RunCancelled'
  }
}
