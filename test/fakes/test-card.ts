/**
 * The beginning of the test card 4111 1111 1111 1111, written together, in groups or masked. Four
 * digits alone come about by chance in ids, times and digests.
 */
export const testCardDigits = /4111(?:11|[ *•]|-1111)/
