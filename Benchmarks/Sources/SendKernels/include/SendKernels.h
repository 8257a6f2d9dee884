// SendKernels.h - the loops that are measured. In C, because the code around a 2 ns operation must be the same for
// every row, and as little as possible. Each runs its operation `count` times.
#ifndef SEND_KERNELS_H
#define SEND_KERNELS_H

// Makes the classes and fills the caches. To be called once, before the others.
void kernels_prepare(void);

void kernel_empty_loop(long count);
void kernel_indirect_call(long count);  // the floor: an empty function through a pointer
void kernel_send(long count);           // an empty method, one class
void kernel_table_call(long count);     // 16 x 16 functions through a table
void kernel_send_16x16(long count);     // 16 selectors to objects of 16 classes
void kernel_send_setter(long count);    // setAge: with an int
void kernel_send_nil(long count);
void kernel_retain_release(long count);

#endif
