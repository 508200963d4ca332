/** Properties end at the first failure: a mutant is found by any, and the smallest example would take many more runs. */
import fc from 'fast-check';

fc.configureGlobal({ endOnFailure: true });
