/** In seconds, for this process and for those that it started and saw end. */
export function processorTime(): { user: number; system: number }
