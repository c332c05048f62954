package command

import "syscall"

// smallDisk has a folder be a disk of its own with little room, which takes root; free ends that.
func smallDisk(folder string) (free func(), err error) {
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=64k"); err != nil {
		return nil, err
	}
	return func() { syscall.Unmount(folder, syscall.MNT_DETACH) }, nil
}
